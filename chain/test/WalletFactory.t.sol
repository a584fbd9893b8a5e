// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Wallet} from "../contracts/Wallet.sol";
import {WalletFactory} from "../contracts/WalletFactory.sol";
import {Fixture} from "./support/Fixture.sol";

contract OpenFactory is WalletFactory {
    function open(uint256 number) external returns (Wallet) {
        return _wallet(number);
    }
}

contract WalletFactoryTest is Fixture {
    OpenFactory private factory;

    function setUp() public override {
        super.setUp();
        factory = new OpenFactory();
    }

    function testTreasuryStandsFromTheBeginning() public view {
        vm.assertEq(factory.TREASURY(), 0);
        vm.assertEq(factory.walletOf(0).codehash, factory.walletCodeHash());
    }

    function testFuzzDeploysWhereItSaid(uint256 number) public {
        vm.assume(number != 0);
        address foreseen = factory.walletOf(number);
        vm.assertEq(foreseen.code.length, 0);
        vm.expectEmit(address(factory));
        emit WalletFactory.WalletDeployed(number, foreseen);
        vm.assertEq(address(factory.open(number)), foreseen);
        vm.assertEq(foreseen.codehash, factory.walletCodeHash());
        vm.assertEq(address(factory.open(number)), foreseen);
    }

    /// @dev The rule by which others compute the address without asking us.
    function testFuzzAddressFollowsFromTheNumber(uint256 number) public view {
        bytes memory creation = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", factory.walletImplementation(), hex"5af43d82803e903d91602b57fd5bf3"
        );
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(factory), number, keccak256(creation)));
        vm.assertEq(factory.walletOf(number), address(uint160(uint256(hash))));
    }

    function testFuzzNumbersHaveWalletsOfTheirOwn(uint256 one, uint256 other) public view {
        vm.assume(one != other);
        vm.assertNotEq(factory.walletOf(one), factory.walletOf(other));
        vm.assertNotEq(factory.walletOf(one), settlement.walletOf(one));
    }
}
